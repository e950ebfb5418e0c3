import type { Chat } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';
import { useMe } from '../../../lib/me';
import { messaging } from '../messaging';
import { TemplatePicker } from '../templates/lazy-template-picker';
import { useViewer } from '../viewer';

/** Dialog that sends an approved template in a conversation. */
export function TemplateDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { displayName: agentName } = useMe().user;
  const { contact } = chat;
  return (
    <TemplatePicker
      channelId={chat.channelId}
      to={{ contact, agentName }}
      uploadPath={`/api/v3/messaging-chats/${chat.id}/assets`}
      submit={t('composer.send')}
      onChosen={(template) => messaging.of(chat.id).send({ userId, name: contact.name }, { template })}
      onClose={onClose}
    />
  );
}
