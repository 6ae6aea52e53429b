import Viper

/// Lets nothing that works in a vault be shown before one is open: login comes first, and the
/// route goes on after it.
@MainActor
final class VaultGate: RouteGuard {
  private let container: Container
  private let login: () -> Route
  /// These stand before the vault or need none.
  private let free: Set<String> = [
    "Login", "Prompt", "Help", "ModuleTree", "Palette", "Settings", "Tour",
  ]

  init(container: Container, login: @escaping () -> Route) {
    self.container = container
    self.login = login
  }

  func verdict(onShowing module: String) -> RouteVerdict {
    container.vault != nil || free.contains(module) ? .allow : .redirect(login())
  }
}
