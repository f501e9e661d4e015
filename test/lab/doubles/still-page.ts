/** A page as far as what is kept of it goes by: its document without a browser, and pictures of these sizes. */
import type { Page } from 'puppeteer-core';

/** `asked`: hears what the page is asked to cover before a picture is taken of it. */
export const aStillPage = (
  document: Document,
  sizes: Readonly<Record<string, number>>,
  asked: (script: string) => void = () => undefined,
): Page =>
  ({
    url: () => document.location.href,
    title: async () => document.title,
    evaluate: async (script: string) => new Function('document', `return ${script}`)(document),
    evaluateHandle: async (script: string) => {
      asked(script);
      return { evaluate: async () => undefined };
    },
    screenshot: async ({ type }: { readonly type: string }) => new Uint8Array(sizes[type] ?? 0),
    browser: () => ({ version: async () => 'Chrome/153' }),
  }) as unknown as Page;
