import type { VoiceAgentSettings, VoiceAgentSettingsChange } from './settings.ts';

/** Through which fields of its settings a voice agent is seen. */
export const agentOutputs = ['url', 'screenshare_url'] as const;

/** One output at a time: an address takes the place of whatever there was, an empty one turns off its own output. */
export const agentAfter = (
  { reserve_resources, ...shown }: VoiceAgentSettings,
  change: VoiceAgentSettingsChange,
): VoiceAgentSettings => {
  const { url = shown.url, screenshare_url = shown.screenshare_url } = change;
  if (change.url) return { url: change.url, reserve_resources };
  if (change.screenshare_url) return { screenshare_url: change.screenshare_url, reserve_resources };
  return { ...(url && { url }), ...(screenshare_url && { screenshare_url }), reserve_resources };
};
