/** Which platforms there are, and which of them have meetings on a host. */
import { platformNames } from './platform-names.ts';

type Names = typeof platformNames;
export type Platform = keyof Names;
export const platforms = Object.keys(platformNames) as [Platform, ...Platform[]];

/** Those on hosts that operators list. */
export type OperatedPlatform = { [P in Platform]: Names[P] extends { way: string } ? P : never }[Platform];
export const isOperated = (platform: Platform): platform is OperatedPlatform => 'way' in platformNames[platform];
export const operatedPlatforms = platforms.filter(isOperated);

/** Hosts that only the operator of this installation can know, as `host` or `host:port`. */
export type OperatedHosts = { readonly [P in OperatedPlatform]?: readonly string[] };

/** The platforms that have meetings on a host: those whose hosts everybody knows, and those that the operator lists it for. */
export const platformsOn = (host: string, operated: OperatedHosts): readonly Platform[] =>
  platforms.filter((platform) => {
    const name: Names[Platform] = platformNames[platform];
    return 'isHost' in name ? name.isHost(host) : operated[platform as OperatedPlatform]?.includes(host);
  });
