import { MomentDialog } from '@parley/ui/moment-dialog';
import { useTranslation } from '../../lib/translation';

export default function SendLater(props: { onChosen: (sendAt: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  return <MomentDialog title={t('composer.sendLater')} submit={t('composer.schedule')} {...props} />;
}
