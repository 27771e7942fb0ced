//! The addresses of this device, likeliest to be reachable first.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Such as `wlan0` or `vEthernet (WSL)`.
    pub name: String,
    pub address: IpAddr,
    pub up: bool,
    /// Point to point, such as a VPN.
    pub point_to_point: bool,
}

/// Name prefixes of adapters that lead to no other device in the room.
const VIRTUAL: [&str; 20] = [
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vmware",
    "vboxnet",
    "virtualbox",
    "vethernet",
    "tun",
    "tap",
    "wg",
    "utun",
    "awdl",
    "llw",
    "ppp",
    "tailscale",
    "zt",
    "lxc",
    "cni",
];

/// The addresses that a phone may reach, best first. `on_the_way` is the one that routes to the Internet.
pub fn ranked(interfaces: &[Interface], on_the_way: Option<IpAddr>) -> Vec<IpAddr> {
    let reachable = |address: IpAddr| match address {
        IpAddr::V4(address) => {
            !(address.is_loopback() || address.is_link_local() || address.is_unspecified() || address.is_multicast())
        }
        IpAddr::V6(address) => {
            !(address.is_loopback()
                || address.is_unicast_link_local()
                || address.is_unspecified()
                || address.is_multicast())
        }
    };
    let mut all: Vec<&Interface> = interfaces.iter().filter(|one| one.up && reachable(one.address)).collect();
    if all.iter().any(|one| one.address.is_ipv4()) {
        all.retain(|one| one.address.is_ipv4());
    }
    all.sort_by_key(|one| {
        let name = one.name.to_lowercase();
        let private = matches!(one.address, IpAddr::V4(address) if address.is_private());
        let is_virtual = VIRTUAL.iter().any(|start| name.starts_with(start));
        (is_virtual, one.point_to_point, !private, Some(one.address) != on_the_way)
    });
    let mut addresses: Vec<IpAddr> = Vec::new();
    for one in all {
        if !addresses.contains(&one.address) {
            addresses.push(one.address);
        }
    }
    addresses
}

/// Best first.
pub fn addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default().into_iter().map(|one| Interface {
        address: one.ip(),
        up: one.is_oper_up(),
        point_to_point: one.is_p2p(),
        name: one.name,
    });
    ranked(&interfaces.collect::<Vec<_>>(), on_the_way())
}

/// The address that a packet to the Internet would leave by: `connect` sends none, and the target is unused.
fn on_the_way() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(203, 0, 113, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `name address`, then `down` or `p2p`.
    fn interfaces(lines: &[&str]) -> Vec<Interface> {
        let read = |line: &&str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            Interface {
                name: words[0].into(),
                address: words[1].parse().unwrap(),
                up: !words.contains(&"down"),
                point_to_point: words.contains(&"p2p"),
            }
        };
        lines.iter().map(read).collect()
    }

    #[test]
    fn the_address_that_phones_reach_comes_first() {
        for (lines, on_the_way, wanted) in [
            (&["lo 127.0.0.1", "wlan0 192.168.178.123"][..], "", "192.168.178.123"),
            // A real network beats a virtual one, whatever routes to the Internet.
            (
                &["docker0 172.17.0.1", "tun0 10.8.0.2 p2p", "wlan0 192.168.1.5"],
                "10.8.0.2",
                "192.168.1.5 172.17.0.1 10.8.0.2",
            ),
            (&["vEthernet 172.20.0.1", "Ethernet 141.20.3.4"], "", "141.20.3.4 172.20.0.1"),
            (&["eth0 141.20.3.4", "wlan0 10.0.0.7"], "141.20.3.4", "10.0.0.7 141.20.3.4"),
            (&["ppp9 10.0.0.1 p2p", "xyz0 10.0.0.2 p2p", "eth0 10.0.0.3"], "", "10.0.0.3 10.0.0.2 10.0.0.1"),
            // Two alike: the route to the Internet decides, then the system's order.
            (&["eth0 192.168.1.2", "wlan0 192.168.2.2"], "192.168.2.2", "192.168.2.2 192.168.1.2"),
            (&["eth0 192.168.1.2", "wlan0 192.168.2.2"], "", "192.168.1.2 192.168.2.2"),
            // Down, link-local, twice.
            (&["eth0 192.168.1.2 down", "wlan0 169.254.3.4", "wlan1 10.1.1.1", "wlan1 10.1.1.1"], "", "10.1.1.1"),
            // IPv6 only where there is no IPv4.
            (&["wlan0 2001:db8::5", "wlan0 192.168.1.5"], "", "192.168.1.5"),
            (&["wlan0 fe80::5", "wlan0 2001:db8::5", "lo ::1"], "", "2001:db8::5"),
            (&["lo 127.0.0.1", "wlan0 169.254.3.4"], "", ""),
            (&[], "", ""),
        ] {
            let ranked = ranked(&interfaces(lines), on_the_way.parse().ok());
            let ranked: Vec<String> = ranked.iter().map(IpAddr::to_string).collect();
            assert_eq!(ranked.join(" "), wanted, "{lines:?}");
        }
    }
}
