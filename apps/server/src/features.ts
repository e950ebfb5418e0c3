import type { Type } from '@nestjs/common';
import { Abilities } from '@parley/access/domain/abilities';
import { access } from '@parley/access/feature';
import { audit } from '@parley/audit/feature';
import { catalogue } from '@parley/catalogue/feature';
import { channels } from '@parley/channels/feature';
import { contacts } from '@parley/contacts/feature';
import { conversations } from '@parley/conversations/feature';
import { identity } from '@parley/embedded/identity/feature';
import type { Feature } from '@parley/event-sourcing/feature';
import { jobs } from '@parley/jobs/feature';
import type { View } from '@parley/event-sourcing/projection/view';
import { delivery } from './delivery/feature';
import { status } from './status/feature';

/** The contexts that the product is made of. What each brings, its own folder says. */
export const features: Feature[] = [
  access,
  audit,
  catalogue,
  channels,
  contacts,
  conversations,
  delivery,
  identity,
  jobs,
  status,
];

export const views: View[] = features.flatMap((feature) => feature.views ?? []);

export const abilities = Abilities.of(features.map((feature) => feature.abilities ?? {}));

/** The modules of one kind of every feature that has one. */
export function modulesOf(kind: 'module' | 'http' | 'ingress'): Type[] {
  return features.flatMap((feature) => feature[kind] ?? []);
}
