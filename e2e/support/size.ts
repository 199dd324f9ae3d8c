/** The long tests try everything, the others enough of it. */
export const isFull = process.env.E2E_SIZE === "full";
