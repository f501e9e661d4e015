import { Anchor } from '@mantine/core';
import { ArrowLeftIcon } from '@primer/octicons-react';
import { Link, type LinkProps } from '@tanstack/react-router';

export interface BackProps {
  readonly to: LinkProps['to'];
  /** What of it was shown. */
  readonly search?: LinkProps['search'];
  /** What that page is called. */
  readonly children: string;
}

/** The way back to the page that a page belongs to. */
export const Back = ({ children, ...place }: BackProps) => (
  <Anchor renderRoot={(props) => <Link {...place} {...props} />} size="sm" w="fit-content">
    <ArrowLeftIcon /> {children}
  </Anchor>
);
