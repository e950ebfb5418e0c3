import type { UseFormReturnType } from '@mantine/form';
import type { ChannelSettings } from '@parley/contracts/events/channel.events';

/** The fields have the server's names, so that a refusal can be shown at its field. */
export type ChannelForm = ChannelSettings & { teamIds: string[]; userIds: string[] };

export interface SectionProps {
  form: UseFormReturnType<ChannelForm>;
}
