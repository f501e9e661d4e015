import type { Page } from 'puppeteer-core';

/** A page of strangers for which there is no adapter, with its server. */
export interface Stranger extends AsyncDisposable {
  /** Of a meeting. */
  readonly url: string;
  /** The same, for whoever has neither a camera nor a microphone. */
  readonly watchUrl: string;
  /** Comes into it by the page's own fields and buttons. */
  join(page: Page, name: string): Promise<void>;
  /** What an adapter would know, as selectors: what plays a track, the box around it, and whose name stands in that. */
  readonly shows: { readonly player: string; readonly box: string; readonly name: string };
}

/** How it is started; or a sentence that says why it is not to be had here. */
export type Had = { start(): Promise<Stranger> } | { readonly missing: string };

/** The first line of what went wrong. */
export const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? '';
