import { Select } from "antd";
import type { FieldOverrides, Filled } from "@/crud/form/FormFields";
import { IconChooser } from "@/widgets/IconChooser";
import { pageLoaders } from "@/pages/views";
import type { MenuNode } from "./menuTree";
import { ParentField } from "./ParentField";

const isButton = ({ type }: Filled<MenuNode>) => type === "ANNIU";
const isNoPage = ({ type }: Filled<MenuNode>) => type !== "ZICAIDAN";

/** Which fields a node has depends on its type: a button is a permission, a page has an address. */
export function menuFields(own: number | null): FieldOverrides<MenuNode> {
  return {
    parentId: { isMust: true, control: <ParentField own={own} /> },
    icon: { isHidden: isButton, control: <IconChooser /> },
    routerUrl: { isMust: true, isHidden: isNoPage, hint: "以 / 开头，外链填完整地址" },
    component: {
      isMust: true,
      isHidden: (values) => isNoPage(values) || values.isWailian === true,
      control: (
        <Select
          showSearch
          virtual={false}
          placeholder="请选择组件"
          options={Object.keys(pageLoaders)
            .toSorted()
            .map((name) => ({ value: name, label: name }))}
        />
      ),
    },
    perms: { isMust: true, isHidden: (values) => !isButton(values), hint: "如 app:gonggao:add" },
    canshu: { isHidden: isNoPage, hint: 'JSON，如 {"state":"DAISHENHE"}' },
    isWailian: { isHidden: isNoPage },
    isShow: { isHidden: isButton },
    isHuancun: { isHidden: isNoPage, hint: "切换页签时保留页面内容" },
    isGuding: { isHidden: isNoPage, hint: "页签不能关闭" },
  };
}
