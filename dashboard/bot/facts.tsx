/** What a bot was sent with, for whoever looks closer, and the ids that programs know it by. Folded away, as few need it. */
import { Anchor, Code } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Bot } from '../../lib/client/generated.ts';
import { wholeMoment } from '../bots/times.ts';
import { type Details, useDetails } from './details.ts';

const views: Readonly<Record<Details['recording_settings']['view'], string>> = {
  speaker_view: 'whoever speaks, others beside',
  speaker_view_no_sidebar: 'whoever speaks',
  gallery_view: 'everybody',
};

const recorded = ({ format, view, resolution }: Details['recording_settings']): string => {
  if (format === 'none') return 'nothing but the transcript';
  return format === 'mp3' ? 'sound' : `picture and sound in ${resolution}: ${views[view]}`;
};

export const Facts = ({ bot }: { readonly bot: Bot }) => {
  const details = useDetails(bot.id);
  const isTagged = Object.keys(bot.metadata).length > 0;
  return (
    <details className="raised facts closer">
      <summary>Settings, and ids for programs</summary>
      <dl>
        <dt>Id</dt>
        <dd>
          <Code>{bot.id}</Code>
        </dd>
        <dt>Link</dt>
        <dd>{bot.meeting_url}</dd>
        <dt>Joins</dt>
        <dd>{wholeMoment(bot.join_at)}</dd>
        {details && (
          <>
            <dt>Records</dt>
            <dd>{recorded(details.recording_settings)}</dd>
          </>
        )}
        {bot.deduplication_key !== null && (
          <>
            <dt>Deduplication key</dt>
            <dd>{bot.deduplication_key}</dd>
          </>
        )}
        {isTagged && (
          <>
            <dt>Metadata</dt>
            <dd>
              <Code>{JSON.stringify(bot.metadata)}</Code>
            </dd>
          </>
        )}
        <dt>Webhooks</dt>
        <dd>
          <Anchor size="sm" renderRoot={(props) => <Link to="/webhooks" search={{ about: bot.id }} {...props} />}>
            What was told of it, and how that was answered
          </Anchor>
        </dd>
      </dl>
    </details>
  );
};
