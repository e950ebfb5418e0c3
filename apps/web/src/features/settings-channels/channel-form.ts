import type { UseFormReturnType } from '@mantine/form';
import type { ChannelSettings } from '@parley/contracts/events/channel.events';

/**
 * Values of a channel's form. The fields have the same names as in the API, so that an error of the server can be
 * shown at its field.
 */
export type ChannelForm = ChannelSettings & { teamIds: string[]; userIds: string[] };

export interface SectionProps {
  form: UseFormReturnType<ChannelForm>;
}
