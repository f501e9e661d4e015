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

/** A page that is busy draws late: the picture is then taken all the same. */
const drawnWithinMs = 500;
const nextFrame = () => new Promise<unknown>((done) => requestAnimationFrame(done));

/**
 * Shows what is hidden while somebody takes a picture of the page, and hides it afterwards. Answers once it is drawn; at once
 * where nothing is hidden.
 */
export const pictureVideos = async (isTaken: boolean): Promise<void> => {
  if (!sheet) return;
  sheet.disabled = isTaken;
  if (!isTaken) return;
  const drawn = nextFrame().then(nextFrame);
  await Promise.race([drawn, new Promise((done) => setTimeout(done, drawnWithinMs))]);
};
