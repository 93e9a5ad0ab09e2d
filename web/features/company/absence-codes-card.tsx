import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import type { CompanyAbsenceCode } from '#contract/absences.ts';
import { query } from '#web/call/query.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';

const loadDialog = async () => (await import('./absence-code-dialog.tsx')).AbsenceCodeDialog;

/** The codes of absences: the country's, changed or not, and the company's own. */
export function AbsenceCodesCard() {
  const { t } = useTranslation(['work-rules', 'common']);
  const result = useQuery(query('listAbsenceCodes'));
  const edit = useLazyDialog(loadDialog);
  return (
    <Card>
      <CardHeader title={t('codes.title')} text={t('codes.text')} />
      <CardBody className="flex flex-col gap-4">
        <Loaded query={result}>
          {(codes) => (
            <>
              <Disclosure title={t('codes.show', { count: codes.length })}>
                <DataTable
                  caption={t('codes.title')}
                  rows={codes}
                  rowKey={({ code }) => code}
                  empty={null}
                  columns={[
                    { id: 'code', header: t('codes.code'), lead: true, cell: ({ code }) => code },
                    { id: 'name', header: t('codes.name'), wide: true, cell: ({ name }) => name },
                    { id: 'state', header: t('codes.state'), cell: (code) => <State code={code} /> },
                    {
                      id: 'edit',
                      header: t('codes.actions'),
                      actions: true,
                      cell: (code) => (
                        <IconButton
                          label={t('codes.editNamed', { code: code.code })}
                          onClick={() => edit.open({ code, codes })}
                        >
                          <Pencil className="size-5" aria-hidden="true" />
                        </IconButton>
                      ),
                    },
                  ]}
                />
              </Disclosure>
              <Button
                variant="secondary"
                className="self-start"
                icon={<Plus className="size-5" aria-hidden="true" />}
                onClick={() => edit.open({ codes })}
              >
                {t('codes.add')}
              </Button>
            </>
          )}
        </Loaded>
      </CardBody>
      {edit.dialog}
    </Card>
  );
}

function State({ code: { paid, lowersNorm, isActive } }: { code: CompanyAbsenceCode }) {
  const { t } = useTranslation(['work-rules', 'common']);
  return (
    <span className="flex flex-wrap gap-1">
      <Badge>{t(paid ? 'codes.paid' : 'codes.unpaid')}</Badge>
      {!lowersNorm && <Badge>{t('codes.keepsNorm')}</Badge>}
      {!isActive && <Badge tone="attention">{t('common:inactive')}</Badge>}
    </span>
  );
}
