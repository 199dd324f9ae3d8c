import { createContext, useContext } from "react";
import type { Rows } from "@/api/operations.gen";

/** What opens the row of a resource wherever its name stands, for those who may see it. */
export type Openers = { readonly [P in keyof Rows]?: (id: number) => void };

const NONE: Openers = {};

export const OpenersContext = createContext<Openers>(NONE);

export const useOpeners = (): Openers => useContext(OpenersContext);
