/** As much of a value as is right in itself: what is wrong is left out of an object, and leaves a hole in a list. */
export type RightPart<T> = T extends readonly (infer Item)[]
  ? readonly (RightPart<Item> | undefined)[]
  : T extends object
    ? { readonly [Name in keyof T]?: RightPart<T[Name]> }
    : T;
