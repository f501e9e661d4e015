/** The way into the client from the page that offers an app. Runs in the page, at each look before the meeting. */
import { labels, selectors } from '../../selectors.ts';
import { called } from './dom.ts';

/** Hosts may have the way into the browser taken off that page. */
const withoutLinkMs = 15_000;
/** A link that is pressed in vain so often leads nowhere, as it does to some browsers that are driven by a program. */
const mostLaunches = 5;

interface Launching {
  readonly now: () => number;
  /** Answers whether it was pressed: it may not be there, or was pressed just before. */
  readonly press: (link: HTMLElement | undefined) => boolean;
  readonly goTo: (address: string) => void;
}

export interface Launcher {
  /** Goes to where the client is, once no link leads there. `beside`: where that is, while the page offers an app. */
  look(root: ParentNode, beside: string | undefined): void;
  /** Answers whether it has pressed the link. */
  launch(root: ParentNode): boolean;
}

export const createLauncher = ({ now, press, goTo }: Launching): Launcher => {
  let launches = 0;
  let without_link_ms: number | undefined;
  const linkIn = (root: ParentNode): HTMLElement | undefined => called(root, selectors.button, labels.launch);

  return {
    look(root, beside) {
      if (beside === undefined) {
        launches = 0;
        without_link_ms = undefined;
        return;
      }
      const hasLink = launches < mostLaunches && linkIn(root) !== undefined;
      without_link_ms = hasLink ? undefined : (without_link_ms ?? now());
      if (without_link_ms === undefined || now() - without_link_ms < withoutLinkMs) return;
      without_link_ms = undefined;
      goTo(beside);
    },
    launch(root) {
      if (launches >= mostLaunches || !press(linkIn(root))) return false;
      launches += 1;
      return true;
    },
  };
};
