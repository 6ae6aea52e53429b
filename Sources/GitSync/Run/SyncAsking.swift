import Askpass
import Files
package import Services

/// How git and ssh reach the person whom they ask.
package struct AskingWay: Sendable {
  /// This program's path: git and ssh start it to ask.
  package var program: String
  /// Where the socket may be, the best first.
  package var folders: [[UInt8]]
  package var person: any CredentialAsking

  package init(program: String, folders: [[UInt8]], person: any CredentialAsking) {
    self.program = program
    self.folders = folders
    self.person = person
  }
}

/// What git and ssh ask during one sync. A person who began it answers; one that began by itself gets a “no”,
/// and the question is reported.
struct SyncAsking {
  let options: NetworkOptions
  private let server: AskpassServer?
  /// Why no one can be asked.
  private let problem: String?
  private let hasAgent: Bool

  init(_ manner: SyncMode, _ request: SyncRequest, environment: [String: String]) {
    hasAgent = environment["SSH_AUTH_SOCK"]?.isEmpty == false
    var options = manner.network
    options.isBegunByPerson = request.beginner == .person
    var (opened, problem): (AskpassServer?, String?) = (nil, nil)
    if let way = manner.asking {
      let isByPerson = options.isBegunByPerson
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

  /// What was typed is wiped then.
  func close() async { await server?.close() }

  /// Once it is closed: what a failure of git's means, with what was asked.
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
      if !options.isBegunByPerson { return need(.hostKey, .automatic) }
    default: break
    }
    return SyncFailure(error, remote: remote)
  }
}
