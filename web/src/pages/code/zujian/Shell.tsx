import { FullscreenButton } from "@/widgets/FullscreenButton";
import { HelpLink } from "@/widgets/HelpLink";
import { SizeSelector } from "@/widgets/SizeSelector";
import { Part, State } from "./Part";

/** What stands in the header. */
export function Shell() {
  return (
    <Part title="页头按钮" about="全屏、界面大小（default、medium、small、mini）、帮助">
      <State name="全屏">
        <FullscreenButton />
      </State>
      <State name="界面大小">
        <SizeSelector />
      </State>
      <State name="帮助">
        <HelpLink href="/help" />
      </State>
      <State name="没有帮助地址">
        <HelpLink href="" />
      </State>
    </Part>
  );
}
