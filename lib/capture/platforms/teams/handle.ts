/** What the hands of the adapter have done in the page by its program, which reaches the page's own call. */
export interface TeamsHandle {
  /** Has the call write captions, and waits for that no longer than it may. Answers whether the call could be asked. */
  startCaptions(within_ms: number): Promise<boolean>;
  /** Has it write them in a language. Answers whether it takes one at all, and says which it has. */
  captionIn(language: string): Promise<boolean>;
  /** In which language it writes them, where it says so. */
  captionLanguage(): string | undefined;
}

/** By which it is found (../page/put-handle.ts). */
export const handleName = 'meeting-bots.teams';
