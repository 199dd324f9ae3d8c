import { Editor } from "@tiptap/core";
import { expect, it, onTestFinished } from "vitest";
import { extensions } from "./extensions";
import { cleanPasted } from "./pasted";
import { insertTable } from "./tables";

/** As Word puts it on the clipboard, shortened. */
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body lang=ZH-CN>
<!--StartFragment-->
<p class=MsoNormal style='mso-margin-top-alt:auto;line-height:150%;text-align:center'><b><span lang=EN-US
style='font-size:22.0pt;font-family:宋体;mso-bidi-font-family:Arial;color:windowtext'>借款须知<o:p></o:p></span></b></p>
<p class=MsoNormal><span style='font-size:10.5pt;color:red'>正文</span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]>身份证</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>·</span>正面</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.</span>银行卡</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'><td width=200 colspan=2 valign=top><p class=MsoNormal>格</p></td></tr></table>
<img width=20 src="file:///C:/Users/a/clip_image001.png"><a href="https://example.com/" class=x onclick="x()">链接</a>
<!--EndFragment--></body></html>`;

it("takes from Word what a person sees and nothing else", () => {
  const cleaned = cleanPasted(word);
  expect(cleaned).not.toMatch(
    /mso|Mso|class|lang|o:p|xml|font-family|windowtext|file:|onclick|<!--/,
  );
  expect(cleaned).toContain('<p style="text-align: center">');
  expect(cleaned).toContain('<span style="font-size: 22pt">借款须知</span>');
  expect(cleaned).toContain('<span style="color: red">正文</span>');
  expect(cleaned).toContain("<ol><li>身份证<ul><li>正面</li></ul></li><li>银行卡</li></ol>");
  expect(cleaned).toContain('<td colspan="2"><p>格</p></td>');
  expect(cleaned).toContain('<a href="https://example.com/">链接</a>');
  expect(cleaned).not.toContain("\u00a0");
});

it("leaves what was copied in the editor itself as it is", () => {
  const own = '<p data-pm-slice="1 1 []" class="x">字</p>';
  expect(cleanPasted(own)).toBe(own);
});

function editor(content: string): Editor {
  const made = new Editor({ element: document.createElement("div"), extensions, content });
  onTestFinished(() => made.destroy());
  return made;
}

it("keeps a table with its spans and writes its border", () => {
  const table =
    '<table border="1"><tbody><tr><th colspan="2"><p>头</p></th></tr><tr><td><p>一</p></td><td><p>二</p></td></tr></tbody></table>';
  expect(editor(table).getHTML()).toContain(table);
  const at = editor("<p></p>");
  insertTable(at, 2, 2);
  expect(at.getHTML().match(/<td>/g)).toHaveLength(4);
});
