import { useState } from "react";
import { DictSelect } from "@/widgets/DictSelect";
import { DictTag } from "@/widgets/DictTag";
import { IconChooser } from "@/widgets/IconChooser";
import { TagInput } from "@/widgets/TagInput";
import { TreeSelector } from "@/widgets/TreeSelector";
import { Given, Part, State } from "./Part";

const NODES = [
  {
    id: 1,
    name: "系统管理",
    children: [
      { id: 2, name: "用户管理" },
      { id: 3, name: "角色管理" },
    ],
  },
  { id: 4, name: "内容管理", children: [{ id: 5, name: "公告" }] },
];

/** What is chosen or put together: trees, icons, tags. */
export function Choices() {
  const [linked, setLinked] = useState<number[]>([2]);
  const [free, setFree] = useState<number[]>([]);
  const [icon, setIcon] = useState("el-icon-user");
  const [chosen, setChosen] = useState<string>();
  const [tags, setTags] = useState(["热门", "低息"]);
  return (
    <>
      <Part title="树选择" about="默认 350×250">
        <State name="父子联动">
          <TreeSelector nodes={NODES} value={linked} onChange={setLinked} aria-label="联动的树" />
          <Given value={linked} />
        </State>
        <State name="父子不联动">
          <TreeSelector
            nodes={NODES}
            value={free}
            onChange={setFree}
            isLinked={false}
            aria-label="不联动的树"
          />
          <Given value={free} />
        </State>
      </Part>
      <Part title="图标选择" about="280 个 Element 图标">
        <State name="已选" of="gallery-icon">
          <IconChooser id="gallery-icon" value={icon} onChange={setIcon} />
          <Given value={icon} />
        </State>
        <State name="未选" of="gallery-no-icon">
          <IconChooser id="gallery-no-icon" />
        </State>
      </Part>
      <Part title="标签输入" about="回车或逗号添加，空的和重复的不加">
        <State name="可编辑" of="gallery-tags">
          <TagInput id="gallery-tags" value={tags} onChange={setTags} />
          <Given value={tags} />
        </State>
        <State name="空" of="gallery-no-tags">
          <TagInput id="gallery-no-tags" value={[]} />
        </State>
        <State name="禁用" of="gallery-fixed-tags">
          <TagInput id="gallery-fixed-tags" value={tags} disabled />
        </State>
      </Part>
      <Part title="字典选择" about="下拉选择，可搜索，可清除">
        <State name="可选" of="gallery-dict">
          <DictSelect
            id="gallery-dict"
            dict="dingdan_state"
            value={chosen ?? null}
            onChange={setChosen}
          />
        </State>
      </Part>
      <Part title="字典标签" about="字典里没有的值原样显示">
        <State name="订单状态">
          <DictTag
            dict="dingdan_state"
            value={["DAISHENHE", "DAIFANGKUAN", "DAIHUANKUAN", "YIJIEQING", "FANGKUANSHIBAI"]}
          />
        </State>
        <State name="逗号分隔">
          <DictTag dict="state" value="QIYONG,TINGYONG" />
        </State>
        <State name="未知的值">
          <DictTag dict="state" value="WEIZHI" />
        </State>
      </Part>
    </>
  );
}
