import { Button, Group } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../lib/translation';
import { running, tourNames, tours, type TourName } from './tours';

export function TourButtons({ onStart }: { onStart?: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const start = async (tour: TourName) => {
    onStart?.();
    if (!tours[tour].isAt(location.pathname)) await navigate(tours[tour].to);
    running.set(tour);
  };
  return (
    <Group gap={8} role="group" aria-label={t('tours.label')}>
      {tourNames.map((tour) => (
        <Button
          key={tour}
          variant="default"
          size="compact-sm"
          leftSection={<IconRoute size={14} aria-hidden />}
          onClick={() => void start(tour)}
        >
          {t(`tours.name.${tour}`)}
        </Button>
      ))}
    </Group>
  );
}
