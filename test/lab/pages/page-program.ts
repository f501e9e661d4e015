/** The program of pages that are made for one hook each (test/capture/browser/hooked-page.ts). */
export const pageProgram = 'hooked-page';
export const pageProgramEntry = new URL('../../capture/fixtures/hooked-page.ts', import.meta.url);
