import { Download } from 'lucide-react';
import { useDownload } from '#web/call/download.ts';
import { useCall } from '#web/call/use-call.ts';
import { saveFile } from '#web/files/save-file.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Button } from '#web/ui/button.tsx';

export function OwnDataDownload() {
  const { t } = useTranslation('account');
  const { today } = useCompanyTime();
  const json = useCall('getUserData', { errorTitle: t('ownData.failed') });
  const csv = useDownload(t('ownData.failed'));
  const downloadJson = () =>
    json.mutate(
      { query: {} },
      {
        onSuccess: (data) => {
          const name = `${t('ownData.fileName')}-${today()}.json`;
          saveFile(name, `${JSON.stringify(data, null, 2)}\n`, 'application/json');
        },
      },
    );
  const downloadCsv = () => csv.mutate({ name: 'getUserData', query: { format: 'csv' } });
  const buttons = [
    { label: t('ownData.submit'), isPending: json.isPending, download: downloadJson },
    { label: t('ownData.csv'), isPending: csv.isPending, download: downloadCsv },
  ];
  return (
    <div className="flex flex-col gap-3 sm:items-start">
      {buttons.map(({ label, isPending, download }) => (
        <Button
          key={label}
          variant="secondary"
          pending={isPending}
          disabled={buttons.some((button) => button.isPending)}
          icon={<Download className="size-5" aria-hidden="true" />}
          onClick={download}
        >
          {isPending ? t('ownData.pending') : label}
        </Button>
      ))}
    </div>
  );
}
