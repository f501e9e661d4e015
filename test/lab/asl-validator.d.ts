declare module 'asl-validator' {
  /** Lints a state machine in the Amazon States Language. */
  export default function validate(definition: unknown): { readonly isValid: boolean; readonly errors: unknown[] };
}
