/** Removes what is left of bots, elsewhere. */
export interface Eraser {
  /** Has it removed soon. Nobody waits for that, and it may fail. */
  start(bots: readonly { readonly project_id: string; readonly bot_id: string }[]): Promise<void>;
}
