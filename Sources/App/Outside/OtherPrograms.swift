import Editor
import Entities
import Services
package import UseCases
import Viper

/// Programs beside this one: the person's own editor, what opens addresses and files, and the
/// clipboard. Where there is no terminal to give, what needs it is nil.
@MainActor
package final class OtherPrograms {
  /// Gives the terminal to the person's own editor until it ends; answers with what went wrong.
  package var edit: ((_ path: [UInt8]) -> String?)?
  /// The same with a text that must not come to the disk: in a file that only memory has, for that
  /// time.
  package var editPrivately: ((_ text: [UInt8], _ name: String) -> PrivateEditing)?
  /// Gives the terminal to another program until it ends; answers with what went wrong.
  package var runInTerminal: ((_ command: [String]) -> String?)?
  /// What is in memory may come to a disk.
  package var swapsToDisk = false
  private let container: Container
  private let router: AppRouter
  private let scope: WorkScope

  static let noTerminal = "There is no terminal here for another program."

  init(container: Container, router: AppRouter, scope: WorkScope) {
    (self.container, self.router, self.scope) = (container, router, scope)
  }

  /// Opens an address in the person's browser; tells how that went.
  func open(address: String, then tell: @escaping @MainActor (AddressOutcome) -> Void) {
    open({ $0.command(for: address) }, then: tell)
  }

  /// Opens a file of the vault that is no note in the program that there is for it.
  func open(file: NotePath) {
    guard let vault = container.vault else { return }
    // What lies on the disk says nothing to another program.
    if vault.isEncrypted { return router.notice = AddressOutcome.refused.message(ofFile: file) }
    let path = vault.id.path.appending(file)
    open({ $0.command(forFile: path) }) { [router] outcome in
      router.notice = outcome.message(ofFile: file)
    }
  }

  private func open(
    _ command: (any AddressOpening) -> [String]?,
    then tell: @escaping @MainActor (AddressOutcome) -> Void
  ) {
    guard let opener = container.opener else { return tell(.noProgram) }
    guard let command = command(opener) else { return tell(.refused) }
    if opener.takesTerminal {
      guard let runInTerminal else { return tell(.noProgram) }
      let problem = runInTerminal(command)
      tell(problem == nil ? .opened : .failed)
      if let problem { router.notice = problem }
      return
    }
    scope.run(
      { await opener.run(command) },
      then: { opened in tell((try? opened.get()) == true ? .opened : .failed) })
  }

  /// Offers a text to other programs.
  func copy(_ text: String) {
    guard let clipboard = container.clipboard else { return }
    let offering = clipboard.offer(Array(text.utf8))
    scope.run(
      { await offering.value },
      then: { [router] problem in
        if let problem = (try? problem.get()) ?? nil { router.notice = problem }
      })
  }
}
