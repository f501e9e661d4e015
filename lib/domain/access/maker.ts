/** Who made something: a program, known by its key, or a person who is signed in to the dashboard. */
export const makerKinds = ['api_key', 'person'] as const;

export interface Maker {
  readonly kind: (typeof makerKinds)[number];
  /** Of the key, or of the person. */
  readonly name: string;
}
