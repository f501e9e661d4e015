import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';

/** What a page is called: on the tab of the browser, and in its heading, where that says it in other words. */
export const PageTitle = ({ name, heading = name }: { readonly name: string; readonly heading?: string }) => {
  useDocumentTitle(name);
  return (
    <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
      {heading}
    </Title>
  );
};
