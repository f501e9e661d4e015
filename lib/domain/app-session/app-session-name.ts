/** What tells a session from others: what its client has noted, or the platform's id of the meeting. */
export const appSessionName = (
  metadata: Readonly<Record<string, unknown>>,
  { meeting_uuid }: { readonly meeting_uuid: string },
): string => {
  const noted = ['name', 'title', 'topic', 'customer'].map((key) => metadata[key]);
  return noted.find((one) => typeof one === 'string') ?? meeting_uuid;
};
