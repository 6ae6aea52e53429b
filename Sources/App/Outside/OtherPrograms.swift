import Entities
import Services
package import UseCases
import Viper

/// Access to other programs: the person's own editor, the openers of addresses and files, and the
/// clipboard. Those that need a terminal are nil without one.
@MainActor
package final class OtherPrograms {
  /// Gives the terminal to the person's own editor until it ends; returns the problem, if any.
  package var edit: ((_ path: [UInt8]) -> String?)?
  /// Edits a text that must not be written to the disk, in a file that exists only in memory.
  package var editPrivately: ((_ text: [UInt8], _ name: String) -> PrivateEditing)?
  /// Gives the terminal to another program until it ends; returns the problem, if any.
  package var runInTerminal: ((_ command: [String]) -> String?)?
  /// Whether the system may write memory to a disk.
  package var swapsToDisk = false
  private let container: Container
  private let router: AppRouter
  private let scope: WorkScope

  static let noTerminal = "There is no terminal here for another program."

  init(container: Container, router: AppRouter, scope: WorkScope) {
    (self.container, self.router, self.scope) = (container, router, scope)
  }

  /// Opens an address in the person's browser and reports the outcome.
  func open(address: String, then tell: @escaping @MainActor (AddressOutcome) -> Void) {
    open({ $0.command(for: address) }, then: tell)
  }

  /// Opens a file of the vault that is not a note in the program for its type.
  func open(file: NotePath) {
    guard let vault = container.vault else { return }
    // Other programs cannot read encrypted files.
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

  /// Copies a text to the clipboard.
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
