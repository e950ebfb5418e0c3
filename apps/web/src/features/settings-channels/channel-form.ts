import type { UseFormReturnType } from '@mantine/form';
import type { ChannelSettings } from '@parley/contracts/events/channel.events';

/** Fields are named as the server names them, so that what it refuses is shown where it is. */
export type ChannelForm = ChannelSettings & { teamIds: string[]; userIds: string[] };

export interface SectionProps {
  form: UseFormReturnType<ChannelForm>;
}
