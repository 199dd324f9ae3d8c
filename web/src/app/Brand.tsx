import { useCompany } from "@/lib/company";

/** The seal and the business's name. */
export function Brand({ isCollapsed }: { isCollapsed: boolean }) {
  const { name, logo } = useCompany();
  return (
    <div className="brand">
      {logo ? (
        <img className="brand-logo" src={logo} alt="" />
      ) : (
        <span className="brand-seal" aria-hidden="true">
          掌
        </span>
      )}
      {!isCollapsed && <span className="brand-name">{name}</span>}
    </div>
  );
}
