import { serve } from '#server/platform/http/bind.ts';
import * as service from './messages.service.ts';

export const messagesHandlers = serve({
  listMessages: (context, { query }) => service.listMessages(context, query.before),
  getUnreadCount: (context) => service.countUnread(context),
  getMessage: (context, { params }) => service.getMessage(context, params.id),
  createMessage: (context, { body }) => service.sendMessage(context, body),
  markMessageRead: (context, { params }) => service.markMessageRead(context, params.id),
  listMessageRecipients: (context, { params }) => service.listMessageRecipients(context, params.id),
});
