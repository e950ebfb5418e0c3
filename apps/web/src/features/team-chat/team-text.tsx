import { FormattedText } from '../../conversation/thread/formatted-text';
import { useUsersById } from '../../lib/directory';
import { useMe } from '../../lib/me';
import { ConversationCard } from './conversation-card';
import { sharedParts } from './conversation-links';
import { mentionsIn } from './mentions';
import { useOpenChat } from './open-chat';
import classes from './team-chat.module.css';

/** The text of an entry, with cards for shared conversations, highlighted mentions, and links. */
export function TeamText({ text }: { text: string }) {
  return sharedParts(text).map((part, index) =>
    'text' in part ? (
      <Words key={index} text={part.text} />
    ) : (
      <ConversationCard key={index} id={part.conversationId} />
    ),
  );
}

function Words({ text }: { text: string }) {
  const users = useUsersById();
  const { participants } = useOpenChat();
  const { id: own } = useMe().user;
  const people = participants.map(({ userId }) => ({ userId, name: users.get(userId)?.displayName ?? '' }));
  const mentions = mentionsIn(text, people);
  const starts = [0, ...mentions.map(({ end }) => end)];
  return starts.map((start, index) => {
    const mention = mentions[index];
    return (
      <span key={start}>
        <FormattedText text={text.slice(start, mention?.start)} />
        {mention && (
          <span className={classes.mention} data-own={mention.userIds.includes(own) || undefined}>
            {text.slice(mention.start, mention.end)}
          </span>
        )}
      </span>
    );
  });
}
