import { expect, it } from 'vitest';
import { debianComponent, debianPackages, forbiddenLicences } from '../../lib/image/debian-packages.ts';

const list = `P libc6 2.41-12+deb13u4 amd64
L GPL-2
L LGPL-2.1+ with link exception
P some-server 1:2.0~rc1-1 all
L AGPL-3+
P undocumented 1 all
`;

it('the list of an image names its packages and under which licences they say they are', () => {
  expect(debianPackages(list)).toEqual([
    {
      name: 'libc6',
      version: '2.41-12+deb13u4',
      architecture: 'amd64',
      licences: ['GPL-2', 'LGPL-2.1+ with link exception'],
    },
    { name: 'some-server', version: '1:2.0~rc1-1', architecture: 'all', licences: ['AGPL-3+'] },
    { name: 'undocumented', version: '1', architecture: 'all', licences: [] },
  ]);
});

it('what asks more of a service than an image can give is found', () => {
  expect(forbiddenLicences(debianPackages(list))).toEqual(['some-server: AGPL-3+']);
});

it('a package is named as scanners name it', () => {
  expect(debianPackages(list).map((one) => debianComponent(one).purl)).toEqual([
    'pkg:deb/debian/libc6@2.41-12%2Bdeb13u4?arch=amd64&distro=debian-13',
    'pkg:deb/debian/some-server@1%3A2.0~rc1-1?arch=all&distro=debian-13',
    'pkg:deb/debian/undocumented@1?arch=all&distro=debian-13',
  ]);
});
