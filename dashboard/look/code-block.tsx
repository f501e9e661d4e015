import type { ReactNode } from 'react';

/** Text of programs. It may be wider than its place: what scrolls must be reached by keyboard. */
export const CodeBlock = ({
  isLong = false,
  children,
}: {
  readonly isLong?: boolean;
  readonly children: ReactNode;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <pre className={isLong ? 'code program' : 'code'} tabIndex={0}>
    {children}
  </pre>
);
