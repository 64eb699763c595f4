// The program of the server: over the pipe of an extension host, or over `--stdio` for any other editor.
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from './serve';

serve(createConnection(ProposedFeatures.all));
