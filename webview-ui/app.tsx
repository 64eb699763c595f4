import { AccountBanners } from './chat/accountBanners';
import { Composer } from './composer/composer';
import { Empty } from './chat/empty';
import { Header } from './chat/header';
import { LostCalls } from './chat/lostCalls';
import { MadeRules } from './chat/madeRules';
import { NoFolder, Problem, Untrusted } from './chat/problem';
import { Review } from './chat/review';
import { Todos } from './chat/todos';
import { Transcript } from './chat/transcript';
import { KeptBanner } from './chat/keptBanner';
import { TrustBanner } from './chat/trustBanner';
import { Dock } from './card/dock';
import { LanguageContext, useView } from './state/context';
import { activeSession } from './state/chatState';
import { useChatFont } from './state/useChatFont';
import { useLanguage } from './state/useLanguage';
import type { ReactNode } from 'react';

export function App(): ReactNode {
  const ready = useView(view => view.chat.ready);
  const trusted = useView(view => view.chat.trusted);
  const text = useLanguage();
  useChatFont();

  return (
    <LanguageContext value={text}>
      {ready ? (
        <div className="app">
          {trusted ? (
            <>
              <Header />
              <AccountBanners />
              <TrustBanner />
              <KeptBanner />
              <Conversation />
            </>
          ) : (
            <Untrusted />
          )}
        </div>
      ) : (
        <p className="loading">{text('app.loading')}</p>
      )}
    </LanguageContext>
  );
}

function Conversation(): ReactNode {
  const status = useView(view => activeSession(view.chat)?.status);
  const empty = useView(view => view.chat.order.length === 0 && view.chat.cards.size === 0);
  const noFolder = useView(view => view.chat.noFolder);
  const failed = status?.state === 'failed' ? status.problem : undefined;
  return (
    <>
      {!empty && <Transcript />}
      {empty && failed === undefined && (noFolder ? <NoFolder /> : <Empty />)}
      {failed !== undefined && <Problem problem={failed} />}
      {empty && (failed !== undefined || noFolder) && <span className="spacer" />}
      <Review />
      <Dock />
      <MadeRules />
      <LostCalls />
      <Todos />
      <Composer />
    </>
  );
}
