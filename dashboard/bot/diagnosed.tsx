/** What a bot kept of a page that it could not go on in: what was to be seen, by what that was known, what was missing. */
import { Anchor, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Diagnostics } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { clockOf, wholeMoment } from '../bots/times.ts';
import { fileLink } from '../look/file-link.ts';
import { ofALink } from './captured.ts';
import { isWithoutPage, sentencesOf } from './seen.ts';

/** Null where the bot kept nothing. */
export const useDiagnostics = (id: string): Diagnostics | null | undefined =>
  useQuery({
    queryKey: ['bot', id, 'diagnostics'],
    ...ofALink(() => api.getDiagnostics({ path: { object_id: id } })),
  }).data;

const isPicture = (name: string): boolean => /\.(png|jpg)$/.test(name);

/** For whoever looks into it further: names that stay, and files. */
const Technical = ({ found }: { readonly found: Diagnostics }) => {
  const { reason, page_state, evidence, error, step, element, files } = found;
  const facts = [
    ['Reason', reason],
    ['State of the page', page_state],
    ['Signs', evidence.map(({ entry }) => entry).join(', ')],
    ['Step', step],
    ['Missing', element],
    ['Error', error],
  ] as const;
  return (
    <details className="technical">
      <summary>For whoever looks into it further</summary>
      <dl>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Code>{value}</Code>
                </dd>
              </div>
            ),
        )}
        <div>
          <dt>Files</dt>
          <dd>
            {files.map(({ name, url }) => (
              <Anchor key={name} {...fileLink(url, name)} mr="sm">
                {name}
              </Anchor>
            ))}
          </dd>
        </div>
      </dl>
    </details>
  );
};

export const Diagnosed = ({ found }: { readonly found: Diagnostics }) => {
  const picture = isWithoutPage(found) ? undefined : found.files.find(({ name }) => isPicture(name));
  return (
    <Paper className="raised" p="md" component="section" aria-label="What the bot saw">
      <Title order={2} size="h5" mb="xs">
        What the bot saw at <span title={wholeMoment(found.created_at)}>{clockOf(found.created_at)}</span>
      </Title>
      <div className="diagnosed">
        {picture && (
          <Anchor href={picture.url} target="_blank" rel="noreferrer" className="seen">
            <img src={picture.url} alt="The page as the bot saw it; names and messages are covered" />
          </Anchor>
        )}
        <Stack gap="xs">
          {sentencesOf(found).map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
          {picture && (
            <Text size="sm" className="quiet">
              Names and messages are covered in what is kept.
            </Text>
          )}
          <Technical found={found} />
        </Stack>
      </div>
    </Paper>
  );
};
