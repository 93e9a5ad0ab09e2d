import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical, Plus } from 'lucide-react';
import { WEBHOOK_EVENTS, type Webhook } from '#contract/webhooks.ts';
import { useIfAllowed } from '#web/call/plan.ts';
import { query } from '#web/call/query.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useLazyDialog } from '#web/loading/lazy-dialog.tsx';
import { Loaded } from '#web/loading/loaded.tsx';
import { useCompanyTime } from '#web/time/company-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { isAccepted, useAnswerText } from './webhook-answer.tsx';

const dialogs = () => import('./webhook-dialogs.tsx');
const loadCreate = async () => (await dialogs()).CreateWebhookDialog;
const loadEdit = async () => (await dialogs()).EditWebhookDialog;
const loadRotate = async () => (await dialogs()).RotateSecretDialog;
const loadDelete = async () => (await dialogs()).DeleteWebhookDialog;
const loadDeliveries = async () => (await import('./webhook-deliveries-dialog.tsx')).WebhookDeliveriesDialog;

/** Webhooks: addresses of the company's own programs that are told what happens. */
export function WebhooksCard() {
  const { t } = useTranslation('webhooks');
  const webhooks = useQuery(query('listWebhooks'));
  const { ifAllowed, isPending } = useIfAllowed(({ features }) =>
    features.apiKeys ? undefined : t('needsPlan'),
  );
  const creation = useLazyDialog(loadCreate);
  return (
    <Card>
      <CardHeader title={t('title')} text={t('text')} />
      <CardBody className="flex flex-col gap-6">
        <Loaded query={webhooks}>
          {(known) => (
            <>
              {known.length > 0 && <Webhooks webhooks={known} />}
              <Button
                variant="secondary"
                className="self-start"
                icon={<Plus className="size-5" aria-hidden="true" />}
                pending={isPending}
                onClick={() => ifAllowed(undefined, () => creation.open({}))}
              >
                {t('add')}
              </Button>
              <TextLink href="/api/docs" target="_blank" rel="noreferrer" className="self-start">
                {t('docs')}
              </TextLink>
            </>
          )}
        </Loaded>
      </CardBody>
      {creation.dialog}
    </Card>
  );
}

function Webhooks({ webhooks }: { webhooks: Webhook[] }) {
  const { t } = useTranslation('webhooks');
  const { formatDateTime } = useCompanyTime();
  const answerText = useAnswerText();
  return (
    <DataTable
      caption={t('title')}
      rows={webhooks}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        {
          id: 'address',
          header: t('address'),
          lead: true,
          wide: true,
          cell: ({ url }) => <span className="wrap-anywhere font-medium">{url}</span>,
        },
        {
          id: 'events',
          header: t('events'),
          cell: ({ events }) =>
            events.length === WEBHOOK_EVENTS.length
              ? t('allEvents')
              : events.map((type) => t(`types.${type}`)).join(', '),
        },
        {
          id: 'state',
          header: t('state'),
          cell: ({ isOn, offReason, waiting }) => (
            <>
              <Badge tone={isOn ? 'working' : offReason ? 'destructive' : 'neutral'}>
                {t(isOn ? 'on' : 'off')}
              </Badge>
              {offReason && <span className="block text-sm">{t(`offReason.${offReason}`)}</span>}
              {waiting > 0 && <span className="block text-sm">{t('waiting', { count: waiting })}</span>}
            </>
          ),
        },
        {
          id: 'lastAnswer',
          header: t('lastAnswer'),
          cell: ({ lastAnswer }) => (
            <>
              <span className="block">{answerText(lastAnswer)}</span>
              {lastAnswer && (
                <span className="figures block text-ink-muted text-sm tabular:whitespace-nowrap">
                  {formatDateTime(lastAnswer.at)}
                </span>
              )}
            </>
          ),
        },
        {
          id: 'actions',
          header: t('actions'),
          actions: true,
          cell: (webhook) => <WebhookActions webhook={webhook} />,
        },
      ]}
    />
  );
}

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { toast } = useToast();
  const answerText = useAnswerText();
  const test = useCall('testWebhook');
  const deliveries = useLazyDialog(loadDeliveries);
  const edit = useLazyDialog(loadEdit);
  const rotation = useLazyDialog(loadRotate);
  const deletion = useLazyDialog(loadDelete);
  const sendTest = () =>
    test.mutate(
      { params: { id: webhook.id } },
      {
        onSuccess: ({ lastAnswer }) => {
          const accepted = isAccepted(lastAnswer);
          toast({
            title: t(accepted ? 'test.accepted' : 'test.failed'),
            description: answerText(lastAnswer),
            tone: accepted ? 'success' : 'destructive',
          });
        },
      },
    );
  return (
    <>
      <DropdownMenu
        trigger={(props) => (
          <IconButton
            {...props}
            className="cards:-ml-3"
            pending={test.isPending}
            label={t('menu', { host: new URL(webhook.url).host })}
          >
            <EllipsisVertical className="size-5" aria-hidden="true" />
          </IconButton>
        )}
      >
        <MenuItem onSelect={sendTest}>{t('test.submit')}</MenuItem>
        <MenuItem onSelect={() => deliveries.open({ webhook })}>{t('deliveries.menu')}</MenuItem>
        <MenuItem onSelect={() => edit.open({ webhook })}>{t('form.edit')}</MenuItem>
        <MenuItem onSelect={() => rotation.open({ webhook })}>{t('secret.menu')}</MenuItem>
        <MenuItem tone="destructive" onSelect={() => deletion.open({ webhook })}>
          {t('delete.menu')}
        </MenuItem>
      </DropdownMenu>
      {deliveries.dialog}
      {edit.dialog}
      {rotation.dialog}
      {deletion.dialog}
    </>
  );
}
