/** The same fields as a plain type: unlike an interface it is a record of its names. */
export type Plain<T> = { [K in keyof T]: T[K] };
