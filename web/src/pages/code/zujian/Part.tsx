import type { ReactNode } from "react";

interface Props {
  title: string;
  /** What it is by itself: sizes, defaults, limits. */
  about?: string;
  children: ReactNode;
}

/** One control, with its states below each other. */
export function Part({ title, about, children }: Props) {
  return (
    <section className="gallery-part" aria-label={title}>
      <h3>{title}</h3>
      {about ? <p className="muted">{about}</p> : null}
      <div className="gallery-states">{children}</div>
    </section>
  );
}

interface StateProps {
  name: string;
  /** The id of a control that has no name of its own. */
  of?: string;
  children: ReactNode;
}

export function State({ name, of, children }: StateProps) {
  return (
    <div className="gallery-state" role="group" aria-label={name}>
      <label className="muted" htmlFor={of}>
        {name}
      </label>
      {children}
    </div>
  );
}

/** What the control last gave out. */
export function Given({ value }: { value: unknown }) {
  return <output className="gallery-given">{JSON.stringify(value)}</output>;
}
