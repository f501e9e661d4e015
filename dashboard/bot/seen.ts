/** What a bot saw of a page that it could not go on in, in sentences. */
import type { Diagnostics, DiagnosticsSign } from '../../lib/client/generated.ts';

const signs: Readonly<Record<DiagnosticsSign['class'], string>> = {
  T: 'what the page says',
  S: 'how it is built',
  U: 'its address',
  N: 'what its server said',
  H: 'what the bot had done before',
};

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** As in `M12_denied`: the name without its number. */
const stateName = (page_state: string): string => page_state.replace(/^[A-Z]+\d+_/, '').replaceAll('_', ' ');

type Seen = Pick<Diagnostics, 'reason' | 'page_state' | 'evidence' | 'error' | 'step' | 'element'>;

/** Whether the browser got nothing from the link: what it shows in the place of a page is white. */
export const isWithoutPage = ({ reason, page_state, error }: Seen): boolean =>
  reason === 'unable_to_connect_to_meeting' && !page_state && Boolean(error);

/** What is to be said of a page first, for whoever does not know how pages are told apart. */
export const sentencesOf = (found: Seen): readonly string[] => {
  const { page_state, evidence, error, step, element } = found;
  if (isWithoutPage(found)) return [`No page came: ${error}`];
  const classes = [...new Set(evidence.map((sign) => signs[sign.class]))];
  return [
    page_state
      ? `The bot took the page for “${stateName(page_state)}”${classes.length > 0 ? `, by ${listed(classes)}` : ''}.`
      : 'The page was none of those that the bot knows.',
    ...(step ? [`It was about to ${step}${element ? ', and something was missing for that in the page' : ''}.`] : []),
  ];
};
