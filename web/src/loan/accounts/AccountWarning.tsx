import { Alert } from "antd";

/** The receiving account is not the verified person's: said where money is decided about. */
export function AccountWarning({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return <Alert className="account-warning" type="warning" showIcon title={text} role="alert" />;
}
