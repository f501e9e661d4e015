/** Spares the machine the drawing of pictures that nobody looks at. Runs in the page. */

let sheet: CSSStyleSheet | undefined;

/**
 * Hides all video of the page. Elements keep their places, their streams and whatever scripts read of them, so that pages
 * go on asking for the pictures; only drawing them ends. Safe to repeat.
 */
export const hideVideos = (): void => {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync('video { visibility: hidden !important }');
  document.adoptedStyleSheets.push(sheet);
};
