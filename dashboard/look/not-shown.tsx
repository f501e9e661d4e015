import { Stack } from '@mantine/core';
import { Failed, isGone } from '../frame/failed.tsx';
import { Back, type BackProps } from './back.tsx';
import { PageTitle } from './page-title.tsx';

interface NotShownProps {
  /** The page that leads here. */
  readonly back: BackProps;
  /** What it is, as in: a bot. */
  readonly what: string;
  readonly error: Error;
  readonly retry: () => void;
}

/** In the place of a page that cannot be shown: why, and the way back. */
export const NotShown = ({ back, what, error, retry }: NotShownProps) => (
  <Stack gap="lg">
    <Back {...back} />
    <PageTitle name={isGone(error) ? `There is no such ${what}` : `This ${what} cannot be shown`} />
    <Failed error={error} retry={retry} />
  </Stack>
);
