import { useQuery } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { useNow } from '../../../lib/clock';
import { channelsQuery } from '../../../lib/directory';
import type { ThreadActions } from '../thread/use-thread-actions';
import { useViewer } from '../viewer';
import { availability } from './availability';
import { Closed } from './closed';
import classes from './composer.module.css';
import { Editor } from './editor';

/** Where one answers, or the reason why one cannot just now. */
export function Composer({ chat, ...actions }: { chat: Chat } & ThreadActions) {
  const { userId } = useViewer();
  const now = useNow();
  const { data: channels } = useQuery(channelsQuery);
  const channel = channels?.find(({ id }) => id === chat.channelId);
  if (!channel) return <div className={classes.dock} style={{ minHeight: 120 }} />;

  const able = availability(chat, channel, userId, now);
  return (
    <div className={classes.dock}>
      {able.state === 'open' ? (
        <Editor chat={chat} channel={channel} window={able.window} archive={actions.archive} />
      ) : (
        <Closed chat={chat} able={able} {...actions} />
      )}
    </div>
  );
}
