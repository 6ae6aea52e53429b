import Askpass
import Files
package import Services

/// The way in which git and ssh ask a person.
package struct PromptChannel: Sendable {
  /// This program's path: git and ssh start it to ask a question.
  package var program: String
  /// Folders for the socket, the best first.
  package var folders: [[UInt8]]
  package var person: any CredentialAsking

  package init(program: String, folders: [[UInt8]], person: any CredentialAsking) {
    self.program = program
    self.folders = folders
    self.person = person
  }
}

/// The questions of git and ssh during one sync. If a person began the sync, they answer. In an
/// automatic sync each question gets a “no” and is reported.
struct SyncAsking {
  let options: NetworkOptions
  private let server: AskpassServer?
  /// The reason why no one can be asked.
  private let problem: String?
  private let hasAgent: Bool

  init(_ manner: SyncMode, _ request: SyncRequest, environment: [String: String]) {
    hasAgent = environment["SSH_AUTH_SOCK"]?.isEmpty == false
    var options = manner.network
    options.isInteractive = request.beginner == .person
    var (opened, problem): (AskpassServer?, String?) = (nil, nil)
    if let way = manner.asking {
      let isByPerson = options.isInteractive
      do throws(SystemError) {
        let server = try AskpassServer(in: way.folders) { question in
          isByPerson ? await way.person.answer(question) : .no(.automatic)
        }
        options.askpass = way.program
        options.environment.merge(server.environment) { $1 }
        opened = server
      } catch {
        problem = error.reason
      }
    }
    server = opened
    self.problem = problem
    self.options = options
  }

  /// Ends the asking and wipes the answers.
  func close() async { await server?.close() }

  /// Returns the meaning of a git failure, with the question that was asked. Call after `close()`.
  func failure(_ error: GitError, remote: String) -> SyncFailure {
    let refused = server?.refused
    func need(_ kind: CredentialQuestion.Kind, _ refusal: CredentialRefusal) -> SyncFailure {
      .needs(CredentialNeed(kind, of: remote, refusal, hasAgent: hasAgent))
    }
    switch error {
    case .refusedCredentials(let said):
      if let refused { return need(refused.question.kind, refused.refusal) }
      var reason = said.hasSuffix(".") ? String(said.dropLast()) : said
      if let problem { reason += "; and you could not be asked: \(problem)" }
      if let count = server?.wrongPassphrases, count > 1 {
        reason += "; the passphrase did not open the key"
      }
      return .notLetIn(remote: remote, reason: reason)
    case .unknownHost:
      if let refused { return need(.hostKey, refused.refusal) }
      if !options.isInteractive { return need(.hostKey, .automatic) }
    default: break
    }
    return SyncFailure(error, remote: remote)
  }
}
