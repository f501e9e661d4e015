import { byId } from '../dom.ts';

/** The button that keeps others from sending one their pictures, for a slow line. */
export const createIncomingVideo = (tell: (wanted: boolean) => void) => {
  const button = byId<HTMLButtonElement>('incoming-video');

  const show = (wanted: boolean): void => {
    button.ariaPressed = String(wanted);
    button.title = wanted ? 'Turn off incoming video' : 'Turn on incoming video';
    document.body.dataset.incomingVideo = wanted ? 'on' : 'off';
  };

  button.addEventListener('click', () => {
    const wanted = button.ariaPressed !== 'true';
    show(wanted);
    tell(wanted);
  });
  return { reset: () => show(true) };
};
