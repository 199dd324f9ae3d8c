import { Form, Input, Switch } from "antd";
import { MenuGroupField } from "./MenuGroupField";
import { TemplateGroupField } from "./TemplateGroupField";

const must = (message: string) => [{ required: true, whitespace: true, message }];

/** 基本信息: what the table is called, where its resource lies, and what is made of it. */
export function BasicFields({ isNew }: { isNew: boolean }) {
  return (
    <div className="form-grid">
      <Form.Item
        name="tableName"
        label="表名"
        rules={must("请输入表名")}
        extra={isNew ? "如 app_kehu_biaoji，保存后不能修改" : undefined}
      >
        <Input maxLength={40} autoComplete="off" disabled={!isNew} />
      </Form.Item>
      <Form.Item name="biaoMingcheng" label="表描述" rules={must("请输入表描述")}>
        <Input maxLength={30} autoComplete="off" placeholder="如 客户标记" />
      </Form.Item>
      <Form.Item
        name="path"
        label="资源路径"
        rules={must("请输入资源路径")}
        extra="如 app/kehu_biaoji，把 / 换成 _ 应得到表名"
      >
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="mokuai" label="模块" extra="资源路径的第一段">
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="leiming" label="类名" extra="留空时按表名">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="parentMenuId" label="上级菜单" extra="生成的页面放在哪个菜单目录下">
        <MenuGroupField />
      </Form.Item>
      <Form.Item name="muban" label="模板组" extra="留空使用内置模板">
        <TemplateGroupField />
      </Form.Item>
      <Form.Item name="beizhu" label="备注">
        <Input maxLength={500} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="isGuize"
        label="生成规则文件"
        valuePropName="checked"
        extra="写入前要检查或补全内容时需要"
      >
        <Switch aria-label="生成规则文件" />
      </Form.Item>
      <Form.Item
        name="isYemian"
        label="生成页面"
        valuePropName="checked"
        extra="通用页面够用时不需要"
      >
        <Switch aria-label="生成页面" />
      </Form.Item>
    </div>
  );
}
